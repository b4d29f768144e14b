pragma solidity 0.5.16;

contract Guild {
    mapping(address => bool) private elders;
    mapping(address => uint) public dues;

    event Elder(address who, bool yes);

    modifier onlyElder() {
        require(elders[msg.sender], "elders only");
        _;
    }

    constructor() public {
        elders[msg.sender] = true;
    }

    function setElder(address who, bool yes) external { // expect: unprotected-owner
        elders[who] = yes;
        emit Elder(who, yes);
    }

    function pay() external payable {
        dues[msg.sender] += msg.value;
    }

    function spend(address payable to, uint amount) external onlyElder {
        to.transfer(amount);
    }
}
