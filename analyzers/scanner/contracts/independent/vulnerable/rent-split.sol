pragma solidity 0.7.4;

contract RentSplit {
    address payable[3] public flatmates;
    mapping(address => uint256) public owed;

    constructor(address payable[3] memory who) {
        flatmates = who;
    }

    receive() external payable {
        for (uint256 i = 0; i < 3; i++) {
            owed[flatmates[i]] += msg.value / 3;
        }
    }

    function settle() external {
        uint256 amount = owed[msg.sender];
        owed[msg.sender] = 0;
        bool ok = payable(msg.sender).send(amount); // expect: unchecked-send
        ok;
    }
}
