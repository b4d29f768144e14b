pragma solidity 0.5.16;

contract Guild {
    mapping(address => bool) private elders;
    mapping(address => uint) public dues;

    event Elder(address who, bool yes);

    constructor() public {
        elders[msg.sender] = true;
    }

    function isElder() internal view returns (bool) {
        return elders[msg.sender];
    }

    function setElder(address who, bool yes) external {
        require(isElder());
        elders[who] = yes;
        emit Elder(who, yes);
    }

    function pay() external payable {
        dues[msg.sender] += msg.value;
    }

    function spend(address payable to, uint amount) external {
        require(isElder());
        to.transfer(amount);
    }
}
