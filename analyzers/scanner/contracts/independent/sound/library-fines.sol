pragma solidity 0.5.3;

contract LibraryFines {
    mapping(address => uint) public credit;

    function topUp() external payable {
        credit[msg.sender] += msg.value;
    }

    function transferCredit(address to, uint amount) external {
        uint mine = credit[msg.sender];
        require(mine >= amount, "too little");
        credit[msg.sender] = mine - amount;
        credit[to] += amount;
    }

    function cashOut(uint amount) external {
        require(credit[msg.sender] >= amount);
        credit[msg.sender] -= amount;
        msg.sender.transfer(amount);
    }
}
